// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const devnetDaiAbi = [
  {
    "inputs": [],
    "stateMutability": "nonpayable",
    "type": "constructor"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "allowance",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "needed",
        "type": "uint256"
      }
    ],
    "name": "ERC20InsufficientAllowance",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "sender",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "balance",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "needed",
        "type": "uint256"
      }
    ],
    "name": "ERC20InsufficientBalance",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "approver",
        "type": "address"
      }
    ],
    "name": "ERC20InvalidApprover",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "receiver",
        "type": "address"
      }
    ],
    "name": "ERC20InvalidReceiver",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "sender",
        "type": "address"
      }
    ],
    "name": "ERC20InvalidSender",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      }
    ],
    "name": "ERC20InvalidSpender",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "InvalidShortString",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "NotMinter",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "NotOwner",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "string",
        "name": "str",
        "type": "string"
      }
    ],
    "name": "StringTooLong",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "owner",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "Approval",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [],
    "name": "EIP712DomainChanged",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "from",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "Transfer",
    "type": "event"
  },
  {
    "inputs": [],
    "name": "DOMAIN_SEPARATOR",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "PERMIT_TYPEHASH",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "owner",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      }
    ],
    "name": "allowance",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "approve",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "balanceOf",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "burn",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "decimals",
    "outputs": [
      {
        "internalType": "uint8",
        "name": "",
        "type": "uint8"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "eip712Domain",
    "outputs": [
      {
        "internalType": "bytes1",
        "name": "fields",
        "type": "bytes1"
      },
      {
        "internalType": "string",
        "name": "name",
        "type": "string"
      },
      {
        "internalType": "string",
        "name": "version",
        "type": "string"
      },
      {
        "internalType": "uint256",
        "name": "chainId",
        "type": "uint256"
      },
      {
        "internalType": "address",
        "name": "verifyingContract",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "salt",
        "type": "bytes32"
      },
      {
        "internalType": "uint256[]",
        "name": "extensions",
        "type": "uint256[]"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "isMinter",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "mint",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "name",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "holder",
        "type": "address"
      }
    ],
    "name": "nonces",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "owner",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "holder",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "expiry",
        "type": "uint256"
      },
      {
        "internalType": "bool",
        "name": "allowed",
        "type": "bool"
      },
      {
        "internalType": "uint8",
        "name": "v",
        "type": "uint8"
      },
      {
        "internalType": "bytes32",
        "name": "r",
        "type": "bytes32"
      },
      {
        "internalType": "bytes32",
        "name": "s",
        "type": "bytes32"
      }
    ],
    "name": "permit",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      },
      {
        "internalType": "bool",
        "name": "allowed",
        "type": "bool"
      }
    ],
    "name": "setMinter",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "symbol",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "totalSupply",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "transfer",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "from",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "transferFrom",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "version",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  }
] as const

export const devnetDaiBytecode =
  '0x6101a0604052348015610010575f5ffd5b506040518060400160405280600e81526020016d2230b49029ba30b13632b1b7b4b760911b815250604051806040016040528060018152602001603160f81b81525060126040518060400160405280600e81526020016d2230b49029ba30b13632b1b7b4b760911b8152506040518060400160405280600381526020016244414960e81b81525081600390816100a6919061026d565b5060046100b3828261026d565b505033608081905260ff90921660a052505f908152600560205260409020805460ff191660011790556100e58261018f565b610160526100f28161018f565b61018052815160208084019190912061012052815190820120610140524660e0526101806101205161014051604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081019290925260608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b60c0525050306101005261037f565b5f5f829050601f815111156101c2578260405163305a27a960e01b81526004016101b99190610327565b60405180910390fd5b80516101cd8261035c565b179392505050565b634e487b7160e01b5f52604160045260245ffd5b600181811c908216806101fd57607f821691505b60208210810361021b57634e487b7160e01b5f52602260045260245ffd5b50919050565b601f82111561026857805f5260205f20601f840160051c810160208510156102465750805b601f840160051c820191505b81811015610265575f8155600101610252565b50505b505050565b81516001600160401b03811115610286576102866101d5565b61029a8161029484546101e9565b84610221565b6020601f8211600181146102cc575f83156102b55750848201515b5f19600385901b1c1916600184901b178455610265565b5f84815260208120601f198516915b828110156102fb57878501518255602094850194600190920191016102db565b508482101561031857868401515f19600387901b60f8161c191681555b50505050600190811b01905550565b602081525f82518060208401528060208501604085015e5f604082850101526040601f19601f83011684010191505092915050565b8051602080830151919081101561021b575f1960209190910360031b1b16919050565b60805160a05160c05160e05161010051610120516101405161016051610180516115bb6103eb5f395f610d6901525f610d3e01525f610c3301525f610c0b01525f610b6601525f610b9001525f610bba01525f6101fb01525f8181610305015261091601526115bb5ff3fe608060405234801561000f575f5ffd5b5060043610610163575f3560e01c806370a08231116100c757806395d89b411161007d578063aa271e1a11610063578063aa271e1a1461037a578063cf456ae71461039c578063dd62ed3e146103af575f5ffd5b806395d89b411461035f578063a9059cbb14610367575f5ffd5b806384b0196e116100ad57806384b0196e146102e55780638da5cb5b146103005780638fcbaf0c1461034c575f5ffd5b806370a08231146102915780637ecebe00146102c6575f5ffd5b8063313ce5671161011c57806340c10f191161010257806340c10f191461022d57806342966c681461024257806354fd4d5014610255575f5ffd5b8063313ce567146101f45780633644e51514610225575f5ffd5b806318160ddd1161014c57806318160ddd146101a857806323b872dd146101ba57806330adf81f146101cd575f5ffd5b806306fdde0314610167578063095ea7b314610185575b5f5ffd5b61016f6103f4565b60405161017c919061127c565b60405180910390f35b6101986101933660046112bd565b610484565b604051901515815260200161017c565b6002545b60405190815260200161017c565b6101986101c83660046112e5565b61049d565b6101ac7fea2aa0a1be11a07ed86d755c93467f4f82362b452371d1ba94d1715123511acb81565b60405160ff7f000000000000000000000000000000000000000000000000000000000000000016815260200161017c565b6101ac6104c0565b61024061023b3660046112bd565b6104ce565b005b61024061025036600461131f565b61052b565b61016f6040518060400160405280600181526020017f310000000000000000000000000000000000000000000000000000000000000081525081565b6101ac61029f366004611336565b73ffffffffffffffffffffffffffffffffffffffff165f9081526020819052604090205490565b6101ac6102d4366004611336565b60086020525f908152604090205481565b6102ed610582565b60405161017c979695949392919061134f565b6103277f000000000000000000000000000000000000000000000000000000000000000081565b60405173ffffffffffffffffffffffffffffffffffffffff909116815260200161017c565b61024061035a36600461141d565b6105e0565b61016f6108e2565b6101986103753660046112bd565b6108f1565b610198610388366004611336565b60056020525f908152604090205460ff1681565b6102406103aa36600461149a565b6108fe565b6101ac6103bd3660046114cb565b73ffffffffffffffffffffffffffffffffffffffff9182165f90815260016020908152604080832093909416825291909152205490565b606060038054610403906114f3565b80601f016020809104026020016040519081016040528092919081815260200182805461042f906114f3565b801561047a5780601f106104515761010080835404028352916020019161047a565b820191905f5260205f20905b81548152906001019060200180831161045d57829003601f168201915b5050505050905090565b5f336104918185856109c4565b60019150505b92915050565b5f336104aa8582856109d6565b6104b5858585610aa4565b506001949350505050565b5f6104c9610b4d565b905090565b335f9081526005602052604090205460ff1661051d576040517f361c31f20000000000000000000000000000000000000000000000000000000081523360048201526024015b60405180910390fd5b6105278282610c83565b5050565b335f9081526005602052604090205460ff16610575576040517f361c31f2000000000000000000000000000000000000000000000000000000008152336004820152602401610514565b61057f3382610cdd565b50565b5f6060805f5f5f6060610593610d37565b61059b610d62565b604080515f808252602082019092527f0f000000000000000000000000000000000000000000000000000000000000009b939a50919850469750309650945092509050565b604080517fea2aa0a1be11a07ed86d755c93467f4f82362b452371d1ba94d1715123511acb602082015273ffffffffffffffffffffffffffffffffffffffff808b169282019290925290881660608201526080810187905260a0810186905284151560c08201525f9061066b9060e00160405160208183030381529060405280519060200120610d8d565b90505f61067a82868686610dd4565b509091505073ffffffffffffffffffffffffffffffffffffffff8a166106fc576040517f08c379a000000000000000000000000000000000000000000000000000000000815260206004820152601560248201527f4461692f696e76616c69642d616464726573732d3000000000000000000000006044820152606401610514565b8073ffffffffffffffffffffffffffffffffffffffff168a73ffffffffffffffffffffffffffffffffffffffff1614610791576040517f08c379a000000000000000000000000000000000000000000000000000000000815260206004820152601260248201527f4461692f696e76616c69642d7065726d697400000000000000000000000000006044820152606401610514565b86158061079e5750864211155b610804576040517f08c379a000000000000000000000000000000000000000000000000000000000815260206004820152601260248201527f4461692f7065726d69742d6578706972656400000000000000000000000000006044820152606401610514565b73ffffffffffffffffffffffffffffffffffffffff8a165f90815260086020526040812080549161083483611571565b9190505588146108a0576040517f08c379a000000000000000000000000000000000000000000000000000000000815260206004820152601160248201527f4461692f696e76616c69642d6e6f6e63650000000000000000000000000000006044820152606401610514565b6108d68a8a886108b0575f6109c4565b7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff6109c4565b50505050505050505050565b606060048054610403906114f3565b5f33610491818585610aa4565b3373ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000161461096f576040517f245aecd3000000000000000000000000000000000000000000000000000000008152336004820152602401610514565b73ffffffffffffffffffffffffffffffffffffffff919091165f90815260056020526040902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0016911515919091179055565b6109d18383836001610ec7565b505050565b73ffffffffffffffffffffffffffffffffffffffff8381165f908152600160209081526040808320938616835292905220547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff811015610a9e5781811015610a90576040517ffb8f41b200000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff841660048201526024810182905260448101839052606401610514565b610a9e84848484035f610ec7565b50505050565b73ffffffffffffffffffffffffffffffffffffffff8316610af3576040517f96c6fd1e0000000000000000000000000000000000000000000000000000000081525f6004820152602401610514565b73ffffffffffffffffffffffffffffffffffffffff8216610b42576040517fec442f050000000000000000000000000000000000000000000000000000000081525f6004820152602401610514565b6109d183838361100c565b5f3073ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016148015610bb257507f000000000000000000000000000000000000000000000000000000000000000046145b15610bdc57507f000000000000000000000000000000000000000000000000000000000000000090565b6104c9604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527f0000000000000000000000000000000000000000000000000000000000000000918101919091527f000000000000000000000000000000000000000000000000000000000000000060608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b73ffffffffffffffffffffffffffffffffffffffff8216610cd2576040517fec442f050000000000000000000000000000000000000000000000000000000081525f6004820152602401610514565b6105275f838361100c565b73ffffffffffffffffffffffffffffffffffffffff8216610d2c576040517f96c6fd1e0000000000000000000000000000000000000000000000000000000081525f6004820152602401610514565b610527825f8361100c565b60606104c97f00000000000000000000000000000000000000000000000000000000000000006111b3565b60606104c97f00000000000000000000000000000000000000000000000000000000000000006111b3565b5f610497610d99610b4d565b836040517f19010000000000000000000000000000000000000000000000000000000000008152600281019290925260228201526042902090565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0841115610e0d57505f91506003905082610ebd565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa158015610e5e573d5f5f3e3d5ffd5b50506040517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0015191505073ffffffffffffffffffffffffffffffffffffffff8116610eb457505f925060019150829050610ebd565b92505f91508190505b9450945094915050565b73ffffffffffffffffffffffffffffffffffffffff8416610f16576040517fe602df050000000000000000000000000000000000000000000000000000000081525f6004820152602401610514565b73ffffffffffffffffffffffffffffffffffffffff8316610f65576040517f94280d620000000000000000000000000000000000000000000000000000000081525f6004820152602401610514565b73ffffffffffffffffffffffffffffffffffffffff8085165f9081526001602090815260408083209387168352929052208290558015610a9e578273ffffffffffffffffffffffffffffffffffffffff168473ffffffffffffffffffffffffffffffffffffffff167f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b92584604051610ffe91815260200190565b60405180910390a350505050565b73ffffffffffffffffffffffffffffffffffffffff8316611043578060025f82825461103891906115a8565b909155506110f39050565b73ffffffffffffffffffffffffffffffffffffffff83165f90815260208190526040902054818110156110c8576040517fe450d38c00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff851660048201526024810182905260448101839052606401610514565b73ffffffffffffffffffffffffffffffffffffffff84165f9081526020819052604090209082900390555b73ffffffffffffffffffffffffffffffffffffffff821661111c57600280548290039055611147565b73ffffffffffffffffffffffffffffffffffffffff82165f9081526020819052604090208054820190555b8173ffffffffffffffffffffffffffffffffffffffff168373ffffffffffffffffffffffffffffffffffffffff167fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef836040516111a691815260200190565b60405180910390a3505050565b60605f6111bf836111f0565b6040805160208082528183019092529192505f91906020820181803683375050509182525060208101929092525090565b5f60ff8216601f811115610497576040517fb3512b0c00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b602081525f61128e6020830184611230565b9392505050565b803573ffffffffffffffffffffffffffffffffffffffff811681146112b8575f5ffd5b919050565b5f5f604083850312156112ce575f5ffd5b6112d783611295565b946020939093013593505050565b5f5f5f606084860312156112f7575f5ffd5b61130084611295565b925061130e60208501611295565b929592945050506040919091013590565b5f6020828403121561132f575f5ffd5b5035919050565b5f60208284031215611346575f5ffd5b61128e82611295565b7fff000000000000000000000000000000000000000000000000000000000000008816815260e060208201525f61138960e0830189611230565b828103604084015261139b8189611230565b6060840188905273ffffffffffffffffffffffffffffffffffffffff8716608085015260a0840186905283810360c0850152845180825260208087019350909101905f5b818110156113fd5783518352602093840193909201916001016113df565b50909b9a5050505050505050505050565b803580151581146112b8575f5ffd5b5f5f5f5f5f5f5f5f610100898b031215611435575f5ffd5b61143e89611295565b975061144c60208a01611295565b9650604089013595506060890135945061146860808a0161140e565b935060a089013560ff8116811461147d575f5ffd5b979a969950949793969295929450505060c08201359160e0013590565b5f5f604083850312156114ab575f5ffd5b6114b483611295565b91506114c26020840161140e565b90509250929050565b5f5f604083850312156114dc575f5ffd5b6114e583611295565b91506114c260208401611295565b600181811c9082168061150757607f821691505b60208210810361153e577f4e487b71000000000000000000000000000000000000000000000000000000005f52602260045260245ffd5b50919050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b5f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff82036115a1576115a1611544565b5060010190565b808201808211156104975761049761154456' as const
