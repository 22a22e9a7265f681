// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const devnetUsdcAbi = [
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
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "authorizer",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "nonce",
        "type": "bytes32"
      }
    ],
    "name": "AuthorizationCanceled",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "authorizer",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "nonce",
        "type": "bytes32"
      }
    ],
    "name": "AuthorizationUsed",
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
    "name": "CANCEL_AUTHORIZATION_TYPEHASH",
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
    "inputs": [],
    "name": "RECEIVE_WITH_AUTHORIZATION_TYPEHASH",
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
    "name": "TRANSFER_WITH_AUTHORIZATION_TYPEHASH",
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
        "name": "authorizer",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "nonce",
        "type": "bytes32"
      }
    ],
    "name": "authorizationState",
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
    "inputs": [
      {
        "internalType": "address",
        "name": "authorizer",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "nonce",
        "type": "bytes32"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "cancelAuthorization",
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
        "name": "value",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "deadline",
        "type": "uint256"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
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
        "name": "value",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "deadline",
        "type": "uint256"
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
      },
      {
        "internalType": "uint256",
        "name": "validAfter",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "validBefore",
        "type": "uint256"
      },
      {
        "internalType": "bytes32",
        "name": "nonce",
        "type": "bytes32"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "receiveWithAuthorization",
    "outputs": [],
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
      },
      {
        "internalType": "uint256",
        "name": "validAfter",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "validBefore",
        "type": "uint256"
      },
      {
        "internalType": "bytes32",
        "name": "nonce",
        "type": "bytes32"
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
    "name": "receiveWithAuthorization",
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
      },
      {
        "internalType": "uint256",
        "name": "validAfter",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "validBefore",
        "type": "uint256"
      },
      {
        "internalType": "bytes32",
        "name": "nonce",
        "type": "bytes32"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "transferWithAuthorization",
    "outputs": [],
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

export const devnetUsdcBytecode =
  '0x6101a0604052348015610010575f5ffd5b50604051806040016040528060088152602001672aa9a21021b7b4b760c11b815250604051806040016040528060018152602001601960f91b8152506006604051806040016040528060088152602001672aa9a21021b7b4b760c11b815250604051806040016040528060048152602001635553444360e01b815250816003908161009b9190610262565b5060046100a88282610262565b505033608081905260ff90921660a052505f908152600560205260409020805460ff191660011790556100da82610184565b610160526100e781610184565b61018052815160208084019190912061012052815190820120610140524660e0526101756101205161014051604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081019290925260608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b60c05250503061010052610374565b5f5f829050601f815111156101b7578260405163305a27a960e01b81526004016101ae919061031c565b60405180910390fd5b80516101c282610351565b179392505050565b634e487b7160e01b5f52604160045260245ffd5b600181811c908216806101f257607f821691505b60208210810361021057634e487b7160e01b5f52602260045260245ffd5b50919050565b601f82111561025d57805f5260205f20601f840160051c8101602085101561023b5750805b601f840160051c820191505b8181101561025a575f8155600101610247565b50505b505050565b81516001600160401b0381111561027b5761027b6101ca565b61028f8161028984546101de565b84610216565b6020601f8211600181146102c1575f83156102aa5750848201515b5f19600385901b1c1916600184901b17845561025a565b5f84815260208120601f198516915b828110156102f057878501518255602094850194600190920191016102d0565b508482101561030d57868401515f19600387901b60f8161c191681555b50505050600190811b01905550565b602081525f82518060208401528060208501604085015e5f604082850101526040601f19601f83011684010191505092915050565b80516020808301519190811015610210575f1960209190910360031b1b16919050565b60805160a05160c05160e0516101005161012051610140516101605161018051611fe76103e05f395f61102501525f610ffa01525f610eef01525f610ec701525f610e2201525f610e4c01525f610e7601525f61025e01525f81816103a20152610af90152611fe75ff3fe608060405234801561000f575f5ffd5b50600436106101c6575f3560e01c806388b7ab63116100fe578063b7b728991161009e578063d91694871161006e578063d9169487146104ac578063dd62ed3e146104d3578063e94a010214610518578063ef55bec614610545575f5ffd5b8063b7b7289914610460578063cf09299514610473578063cf456ae714610486578063d505accf14610499575f5ffd5b80639fd5a6cf116100d95780639fd5a6cf146103f1578063a0cc6a6814610404578063a9059cbb1461042b578063aa271e1a1461043e575f5ffd5b806388b7ab631461038a5780638da5cb5b1461039d57806395d89b41146103e9575f5ffd5b806340c10f191161016957806370a082311161014457806370a08231146102f45780637ecebe00146103295780637f2eecc31461034857806384b0196e1461036f575f5ffd5b806340c10f191461029057806342966c68146102a557806354fd4d50146102b8575f5ffd5b806323b872dd116101a457806323b872dd1461021d57806330adf81f14610230578063313ce567146102575780633644e51514610288575f5ffd5b806306fdde03146101ca578063095ea7b3146101e857806318160ddd1461020b575b5f5ffd5b6101d2610558565b6040516101df91906119d8565b60405180910390f35b6101fb6101f6366004611a12565b6105e8565b60405190151581526020016101df565b6002545b6040519081526020016101df565b6101fb61022b366004611a3a565b610601565b61020f7f6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c981565b60405160ff7f00000000000000000000000000000000000000000000000000000000000000001681526020016101df565b61020f610626565b6102a361029e366004611a12565b610634565b005b6102a36102b3366004611a74565b610691565b6101d26040518060400160405280600181526020017f320000000000000000000000000000000000000000000000000000000000000081525081565b61020f610302366004611a8b565b73ffffffffffffffffffffffffffffffffffffffff165f9081526020819052604090205490565b61020f610337366004611a8b565b60086020525f908152604090205481565b61020f7fd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de881565b6103776106e8565b6040516101df9796959493929190611aa4565b6102a3610398366004611c58565b610746565b6103c47f000000000000000000000000000000000000000000000000000000000000000081565b60405173ffffffffffffffffffffffffffffffffffffffff90911681526020016101df565b6101d2610824565b6102a36103ff366004611cd7565b610833565b61020f7f7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a226781565b6101fb610439366004611a12565b6109a8565b6101fb61044c366004611a8b565b60056020525f908152604090205460ff1681565b6102a361046e366004611d44565b6109b5565b6102a3610481366004611c58565b610ab1565b6102a3610494366004611d97565b610ae1565b6102a36104a7366004611de0565b610ba7565b61020f7f158b0a9edf7a828aad02f63cd515c68ef2f50ba807396f6d12842833a159742981565b61020f6104e1366004611e46565b73ffffffffffffffffffffffffffffffffffffffff9182165f90815260016020908152604080832093909416825291909152205490565b6101fb610526366004611a12565b600960209081525f928352604080842090915290825290205460ff1681565b6102a3610553366004611e77565b610c0d565b60606003805461056790611ef2565b80601f016020809104026020016040519081016040528092919081815260200182805461059390611ef2565b80156105de5780601f106105b5576101008083540402835291602001916105de565b820191905f5260205f20905b8154815290600101906020018083116105c157829003601f168201915b5050505050905090565b5f336105f5818585610c80565b60019150505b92915050565b5f3361060e858285610c92565b610619858585610d60565b60019150505b9392505050565b5f61062f610e09565b905090565b335f9081526005602052604090205460ff16610683576040517f361c31f20000000000000000000000000000000000000000000000000000000081523360048201526024015b60405180910390fd5b61068d8282610f3f565b5050565b335f9081526005602052604090205460ff166106db576040517f361c31f200000000000000000000000000000000000000000000000000000000815233600482015260240161067a565b6106e53382610f99565b50565b5f6060805f5f5f60606106f9610ff3565b61070161101e565b604080515f808252602082019092527f0f000000000000000000000000000000000000000000000000000000000000009b939a50919850469750309650945092509050565b73ffffffffffffffffffffffffffffffffffffffff861633146107eb576040517f08c379a000000000000000000000000000000000000000000000000000000000815260206004820152602560248201527f46696174546f6b656e56323a2063616c6c6572206d757374206265207468652060448201527f7061796565000000000000000000000000000000000000000000000000000000606482015260840161067a565b61081b7fd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de888888888888888611049565b50505050505050565b60606004805461056790611ef2565b4282101561089d576040517f08c379a000000000000000000000000000000000000000000000000000000000815260206004820152601e60248201527f46696174546f6b656e56323a207065726d697420697320657870697265640000604482015260640161067a565b73ffffffffffffffffffffffffffffffffffffffff85165f90815260086020526040812080546109969288927f6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c99284928a928a92916108fb83611f70565b9091555060408051602081019690965273ffffffffffffffffffffffffffffffffffffffff94851690860152929091166060840152608083015260a082015260c0810185905260e00160405160208183030381529060405280519060200120836040518060400160405280601a81526020017f454950323631323a20696e76616c6964207369676e6174757265000000000000815250611225565b6109a1858585610c80565b5050505050565b5f336105f5818585610d60565b6109bf8383611271565b604080517f158b0a9edf7a828aad02f63cd515c68ef2f50ba807396f6d12842833a1597429602082015273ffffffffffffffffffffffffffffffffffffffff85169181019190915260608101839052610a6a9084906080015b60405160208183030381529060405280519060200120836040518060400160405280601e81526020017f46696174546f6b656e56323a20696e76616c6964207369676e61747572650000815250611225565b604051829073ffffffffffffffffffffffffffffffffffffffff8516907f1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81905f90a3505050565b61081b7f7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a226788888888888888611049565b3373ffffffffffffffffffffffffffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001614610b52576040517f245aecd300000000000000000000000000000000000000000000000000000000815233600482015260240161067a565b73ffffffffffffffffffffffffffffffffffffffff919091165f90815260056020526040902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0016911515919091179055565b61081b87878787868689604051602001610bf993929190928352602083019190915260f81b7fff0000000000000000000000000000000000000000000000000000000000000016604082015260410190565b604051602081830303815290604052610833565b610c7589898989898988888b604051602001610c6193929190928352602083019190915260f81b7fff0000000000000000000000000000000000000000000000000000000000000016604082015260410190565b604051602081830303815290604052610746565b505050505050505050565b610c8d838383600161138b565b505050565b73ffffffffffffffffffffffffffffffffffffffff8381165f908152600160209081526040808320938616835292905220547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff811015610d5a5781811015610d4c576040517ffb8f41b200000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff84166004820152602481018290526044810183905260640161067a565b610d5a84848484035f61138b565b50505050565b73ffffffffffffffffffffffffffffffffffffffff8316610daf576040517f96c6fd1e0000000000000000000000000000000000000000000000000000000081525f600482015260240161067a565b73ffffffffffffffffffffffffffffffffffffffff8216610dfe576040517fec442f050000000000000000000000000000000000000000000000000000000081525f600482015260240161067a565b610c8d8383836114d0565b5f3073ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016148015610e6e57507f000000000000000000000000000000000000000000000000000000000000000046145b15610e9857507f000000000000000000000000000000000000000000000000000000000000000090565b61062f604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527f0000000000000000000000000000000000000000000000000000000000000000918101919091527f000000000000000000000000000000000000000000000000000000000000000060608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b73ffffffffffffffffffffffffffffffffffffffff8216610f8e576040517fec442f050000000000000000000000000000000000000000000000000000000081525f600482015260240161067a565b61068d5f83836114d0565b73ffffffffffffffffffffffffffffffffffffffff8216610fe8576040517f96c6fd1e0000000000000000000000000000000000000000000000000000000081525f600482015260240161067a565b61068d825f836114d0565b606061062f7f0000000000000000000000000000000000000000000000000000000000000000611677565b606061062f7f0000000000000000000000000000000000000000000000000000000000000000611677565b8342116110d8576040517f08c379a000000000000000000000000000000000000000000000000000000000815260206004820152602b60248201527f46696174546f6b656e56323a20617574686f72697a6174696f6e206973206e6f60448201527f74207965742076616c6964000000000000000000000000000000000000000000606482015260840161067a565b824210611167576040517f08c379a000000000000000000000000000000000000000000000000000000000815260206004820152602560248201527f46696174546f6b656e56323a20617574686f72697a6174696f6e20697320657860448201527f7069726564000000000000000000000000000000000000000000000000000000606482015260840161067a565b6111718783611271565b60408051602081018a905273ffffffffffffffffffffffffffffffffffffffff808a169282019290925290871660608201526080810186905260a0810185905260c0810184905260e081018390526111ce90889061010001610a18565b604051829073ffffffffffffffffffffffffffffffffffffffff8916907f98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5905f90a361121b878787610d60565b5050505050505050565b61123884611232856116b4565b846116fb565b81906109a1576040517f08c379a000000000000000000000000000000000000000000000000000000000815260040161067a91906119d8565b73ffffffffffffffffffffffffffffffffffffffff82165f90815260096020908152604080832084845290915290205460ff1615611331576040517f08c379a000000000000000000000000000000000000000000000000000000000815260206004820152602e60248201527f46696174546f6b656e56323a20617574686f72697a6174696f6e20697320757360448201527f6564206f722063616e63656c6564000000000000000000000000000000000000606482015260840161067a565b73ffffffffffffffffffffffffffffffffffffffff9091165f9081526009602090815260408083209383529290522080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff00166001179055565b73ffffffffffffffffffffffffffffffffffffffff84166113da576040517fe602df050000000000000000000000000000000000000000000000000000000081525f600482015260240161067a565b73ffffffffffffffffffffffffffffffffffffffff8316611429576040517f94280d620000000000000000000000000000000000000000000000000000000081525f600482015260240161067a565b73ffffffffffffffffffffffffffffffffffffffff8085165f9081526001602090815260408083209387168352929052208290558015610d5a578273ffffffffffffffffffffffffffffffffffffffff168473ffffffffffffffffffffffffffffffffffffffff167f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925846040516114c291815260200190565b60405180910390a350505050565b73ffffffffffffffffffffffffffffffffffffffff8316611507578060025f8282546114fc9190611fa7565b909155506115b79050565b73ffffffffffffffffffffffffffffffffffffffff83165f908152602081905260409020548181101561158c576040517fe450d38c00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff85166004820152602481018290526044810183905260640161067a565b73ffffffffffffffffffffffffffffffffffffffff84165f9081526020819052604090209082900390555b73ffffffffffffffffffffffffffffffffffffffff82166115e05760028054829003905561160b565b73ffffffffffffffffffffffffffffffffffffffff82165f9081526020819052604090208054820190555b8173ffffffffffffffffffffffffffffffffffffffff168373ffffffffffffffffffffffffffffffffffffffff167fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef8360405161166a91815260200190565b60405180910390a3505050565b60605f61168383611792565b6040805160208082528183019092529192505f91906020820181803683375050509182525060208101929092525090565b5f6105fb6116c0610e09565b836040517f19010000000000000000000000000000000000000000000000000000000000008152600281019290925260228201526042902090565b5f8373ffffffffffffffffffffffffffffffffffffffff163b5f03611780575f5f61172685856117d2565b5090925090505f81600381111561173f5761173f611fba565b14801561177757508573ffffffffffffffffffffffffffffffffffffffff168273ffffffffffffffffffffffffffffffffffffffff16145b9250505061061f565b61178b84848461181b565b905061061f565b5f60ff8216601f8111156105fb576040517fb3512b0c00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f5f5f8351604103611809576020840151604085015160608601515f1a6117fb88828585611899565b955095509550505050611814565b505081515f91506002905b9250925092565b8051604080517f1626ba7e000000000000000000000000000000000000000000000000000000008082526004820186905260248201929092525f92906020820185604483015e5f82606483010152601f820160051c60051b915060205f60648401838a5afa9050825f5114601f3d1116811693505050509392505050565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a08411156118d257505f91506003905082611982565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa158015611923573d5f5f3e3d5ffd5b50506040517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0015191505073ffffffffffffffffffffffffffffffffffffffff811661197957505f925060019150829050611982565b92505f91508190505b9450945094915050565b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b602081525f61061f602083018461198c565b803573ffffffffffffffffffffffffffffffffffffffff81168114611a0d575f5ffd5b919050565b5f5f60408385031215611a23575f5ffd5b611a2c836119ea565b946020939093013593505050565b5f5f5f60608486031215611a4c575f5ffd5b611a55846119ea565b9250611a63602085016119ea565b929592945050506040919091013590565b5f60208284031215611a84575f5ffd5b5035919050565b5f60208284031215611a9b575f5ffd5b61061f826119ea565b7fff000000000000000000000000000000000000000000000000000000000000008816815260e060208201525f611ade60e083018961198c565b8281036040840152611af0818961198c565b6060840188905273ffffffffffffffffffffffffffffffffffffffff8716608085015260a0840186905283810360c0850152845180825260208087019350909101905f5b81811015611b52578351835260209384019390920191600101611b34565b50909b9a5050505050505050505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b5f82601f830112611b9f575f5ffd5b813567ffffffffffffffff811115611bb957611bb9611b63565b6040517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0603f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f8501160116810181811067ffffffffffffffff82111715611c2557611c25611b63565b604052818152838201602001851015611c3c575f5ffd5b816020850160208301375f918101602001919091529392505050565b5f5f5f5f5f5f5f60e0888a031215611c6e575f5ffd5b611c77886119ea565b9650611c85602089016119ea565b955060408801359450606088013593506080880135925060a0880135915060c088013567ffffffffffffffff811115611cbc575f5ffd5b611cc88a828b01611b90565b91505092959891949750929550565b5f5f5f5f5f60a08688031215611ceb575f5ffd5b611cf4866119ea565b9450611d02602087016119ea565b93506040860135925060608601359150608086013567ffffffffffffffff811115611d2b575f5ffd5b611d3788828901611b90565b9150509295509295909350565b5f5f5f60608486031215611d56575f5ffd5b611d5f846119ea565b925060208401359150604084013567ffffffffffffffff811115611d81575f5ffd5b611d8d86828701611b90565b9150509250925092565b5f5f60408385031215611da8575f5ffd5b611db1836119ea565b915060208301358015158114611dc5575f5ffd5b809150509250929050565b803560ff81168114611a0d575f5ffd5b5f5f5f5f5f5f5f60e0888a031215611df6575f5ffd5b611dff886119ea565b9650611e0d602089016119ea565b95506040880135945060608801359350611e2960808901611dd0565b9699959850939692959460a0840135945060c09093013592915050565b5f5f60408385031215611e57575f5ffd5b611e60836119ea565b9150611e6e602084016119ea565b90509250929050565b5f5f5f5f5f5f5f5f5f6101208a8c031215611e90575f5ffd5b611e998a6119ea565b9850611ea760208b016119ea565b975060408a0135965060608a0135955060808a0135945060a08a01359350611ed160c08b01611dd0565b989b979a50959894979396929550929360e081013593506101000135919050565b600181811c90821680611f0657607f821691505b602082108103611f3d577f4e487b71000000000000000000000000000000000000000000000000000000005f52602260045260245ffd5b50919050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b5f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8203611fa057611fa0611f43565b5060010190565b808201808211156105fb576105fb611f43565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd' as const
