// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const feeOnTransferTokenAbi = [
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
    "name": "FEE_BPS",
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
  }
] as const

export const feeOnTransferTokenBytecode =
  '0x60a060405233608052348015610013575f5ffd5b5060405180604001604052806004815260200163151bdb1b60e21b815250604051806040016040528060048152602001631513d31360e21b815250816003908161005d919061010a565b50600461006a828261010a565b5050506101c4565b634e487b7160e01b5f52604160045260245ffd5b600181811c9082168061009a57607f821691505b6020821081036100b857634e487b7160e01b5f52602260045260245ffd5b50919050565b601f82111561010557805f5260205f20601f840160051c810160208510156100e35750805b601f840160051c820191505b81811015610102575f81556001016100ef565b50505b505050565b81516001600160401b0381111561012357610123610072565b610137816101318454610086565b846100be565b6020601f821160018114610169575f83156101525750848201515b5f19600385901b1c1916600184901b178455610102565b5f84815260208120601f198516915b828110156101985787850151825560209485019460019092019101610178565b50848210156101b557868401515f19600387901b60f8161c191681555b50505050600190811b01905550565b608051610b1e6101e35f395f8181610197015261032a0152610b1e5ff3fe608060405234801561000f575f5ffd5b50600436106100cf575f3560e01c806370a082311161007d578063a9059cbb11610058578063a9059cbb146101e6578063bf333f2c146101f9578063dd62ed3e14610201575f5ffd5b806370a082311461015d5780638da5cb5b1461019257806395d89b41146101de575f5ffd5b806323b872dd116100ad57806323b872dd14610126578063313ce5671461013957806340c10f1914610148575f5ffd5b806306fdde03146100d3578063095ea7b3146100f157806318160ddd14610114575b5f5ffd5b6100db610246565b6040516100e891906108fd565b60405180910390f35b6101046100ff366004610978565b6102d6565b60405190151581526020016100e8565b6002545b6040519081526020016100e8565b6101046101343660046109a0565b6102ef565b604051601281526020016100e8565b61015b610156366004610978565b610312565b005b61011861016b3660046109da565b73ffffffffffffffffffffffffffffffffffffffff165f9081526020819052604090205490565b6101b97f000000000000000000000000000000000000000000000000000000000000000081565b60405173ffffffffffffffffffffffffffffffffffffffff90911681526020016100e8565b6100db610396565b6101046101f4366004610978565b6103a5565b610118606481565b61011861020f3660046109fa565b73ffffffffffffffffffffffffffffffffffffffff9182165f90815260016020908152604080832093909416825291909152205490565b60606003805461025590610a2b565b80601f016020809104026020016040519081016040528092919081815260200182805461028190610a2b565b80156102cc5780601f106102a3576101008083540402835291602001916102cc565b820191905f5260205f20905b8154815290600101906020018083116102af57829003601f168201915b5050505050905090565b5f336102e38185856103b2565b60019150505b92915050565b5f336102fc8582856103c4565b610307858585610492565b506001949350505050565b3373ffffffffffffffffffffffffffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001614610388576040517f245aecd30000000000000000000000000000000000000000000000000000000081523360048201526024015b60405180910390fd5b610392828261053b565b5050565b60606004805461025590610a2b565b5f336102e3818585610492565b6103bf8383836001610595565b505050565b73ffffffffffffffffffffffffffffffffffffffff8381165f908152600160209081526040808320938616835292905220547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff81101561048c578181101561047e576040517ffb8f41b200000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff84166004820152602481018290526044810183905260640161037f565b61048c84848484035f610595565b50505050565b73ffffffffffffffffffffffffffffffffffffffff83166104e1576040517f96c6fd1e0000000000000000000000000000000000000000000000000000000081525f600482015260240161037f565b73ffffffffffffffffffffffffffffffffffffffff8216610530576040517fec442f050000000000000000000000000000000000000000000000000000000081525f600482015260240161037f565b6103bf8383836106da565b73ffffffffffffffffffffffffffffffffffffffff821661058a576040517fec442f050000000000000000000000000000000000000000000000000000000081525f600482015260240161037f565b6103925f83836106da565b73ffffffffffffffffffffffffffffffffffffffff84166105e4576040517fe602df050000000000000000000000000000000000000000000000000000000081525f600482015260240161037f565b73ffffffffffffffffffffffffffffffffffffffff8316610633576040517f94280d620000000000000000000000000000000000000000000000000000000081525f600482015260240161037f565b73ffffffffffffffffffffffffffffffffffffffff8085165f908152600160209081526040808320938716835292905220829055801561048c578273ffffffffffffffffffffffffffffffffffffffff168473ffffffffffffffffffffffffffffffffffffffff167f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925846040516106cc91815260200190565b60405180910390a350505050565b73ffffffffffffffffffffffffffffffffffffffff83161580610711575073ffffffffffffffffffffffffffffffffffffffff8216155b15610721576103bf838383610756565b5f612710610730606484610aa9565b61073a9190610ac0565b9050610747845f83610756565b61048c84846107568486610af8565b73ffffffffffffffffffffffffffffffffffffffff831661078d578060025f8282546107829190610b0b565b9091555061083d9050565b73ffffffffffffffffffffffffffffffffffffffff83165f9081526020819052604090205481811015610812576040517fe450d38c00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff85166004820152602481018290526044810183905260640161037f565b73ffffffffffffffffffffffffffffffffffffffff84165f9081526020819052604090209082900390555b73ffffffffffffffffffffffffffffffffffffffff821661086657600280548290039055610891565b73ffffffffffffffffffffffffffffffffffffffff82165f9081526020819052604090208054820190555b8173ffffffffffffffffffffffffffffffffffffffff168373ffffffffffffffffffffffffffffffffffffffff167fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef836040516108f091815260200190565b60405180910390a3505050565b602081525f82518060208401528060208501604085015e5f6040828501015260407fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011684010191505092915050565b803573ffffffffffffffffffffffffffffffffffffffff81168114610973575f5ffd5b919050565b5f5f60408385031215610989575f5ffd5b61099283610950565b946020939093013593505050565b5f5f5f606084860312156109b2575f5ffd5b6109bb84610950565b92506109c960208501610950565b929592945050506040919091013590565b5f602082840312156109ea575f5ffd5b6109f382610950565b9392505050565b5f5f60408385031215610a0b575f5ffd5b610a1483610950565b9150610a2260208401610950565b90509250929050565b600181811c90821680610a3f57607f821691505b602082108103610a76577f4e487b71000000000000000000000000000000000000000000000000000000005f52602260045260245ffd5b50919050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b80820281158282048414176102e9576102e9610a7c565b5f82610af3577f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b500490565b818103818111156102e9576102e9610a7c565b808201808211156102e9576102e9610a7c56' as const
