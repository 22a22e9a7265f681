// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const intentEntrypointAbi = [
  {
    "inputs": [
      {
        "internalType": "string",
        "name": "brand",
        "type": "string"
      },
      {
        "internalType": "string",
        "name": "typeName",
        "type": "string"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "constructor"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "max",
        "type": "uint256"
      }
    ],
    "name": "AmountTooLarge",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "deadline",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nowAt",
        "type": "uint256"
      }
    ],
    "name": "Expired",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "user",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "digest",
        "type": "bytes32"
      }
    ],
    "name": "InvalidSignature",
    "type": "error"
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
    "name": "NativeTransferFailed",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "user",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "NonceUsed",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "Reentered",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "user",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      }
    ],
    "name": "RevocationMissing",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "bytes",
        "name": "reason",
        "type": "bytes"
      }
    ],
    "name": "TokenCallFailed",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "received",
        "type": "uint256"
      }
    ],
    "name": "WrongAmountReceived",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "user",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "intentAddress",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "feeAmount",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "address",
        "name": "feeCollector",
        "type": "address"
      }
    ],
    "name": "Deposited",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "user",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "NonceInvalidated",
    "type": "event"
  },
  {
    "inputs": [],
    "name": "INTENT_TYPEHASH",
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
    "name": "REVOKES",
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
    "name": "VERSION",
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
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "depositToIntent",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "depositToIntentWithAuthorization",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      },
      {
        "components": [
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
            "internalType": "bytes",
            "name": "signature",
            "type": "bytes"
          },
          {
            "internalType": "bytes",
            "name": "revocation",
            "type": "bytes"
          }
        ],
        "internalType": "struct DaiPermit",
        "name": "permit",
        "type": "tuple"
      }
    ],
    "name": "depositToIntentWithDaiPermit",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      },
      {
        "components": [
          {
            "internalType": "uint256",
            "name": "amount",
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
        "internalType": "struct TokenPermit",
        "name": "permit",
        "type": "tuple"
      }
    ],
    "name": "depositToIntentWithPermit",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      },
      {
        "components": [
          {
            "internalType": "uint160",
            "name": "amount",
            "type": "uint160"
          },
          {
            "internalType": "uint48",
            "name": "expiration",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "nonce",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "sigDeadline",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "signature",
            "type": "bytes"
          }
        ],
        "internalType": "struct Permit2Allowance",
        "name": "permit",
        "type": "tuple"
      }
    ],
    "name": "depositToIntentWithPermit2",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "depositToIntentWithPermit2Transfer",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "domainSeparator",
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
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      }
    ],
    "name": "hashDeposit",
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
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "invalidateNonce",
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
        "name": "user",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "word",
        "type": "uint256"
      }
    ],
    "name": "nonceBitmap",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "bits",
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
        "name": "user",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "nonceUsed",
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
        "name": "user",
        "type": "address"
      }
    ],
    "name": "nonces",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "primaryType",
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

export const intentEntrypointBytecode =
  '0x60c060405234801561000f575f5ffd5b506040516133e83803806133e883398101604081905261002e91610140565b818051906020012060a08181525050806040518060c0016040528060978152602001613351609791396040516020016100689291906101bc565b60408051601f1981840301815291905280516020909101206080525f61008e838261025c565b50600161009b828261025c565b505050610316565b634e487b7160e01b5f52604160045260245ffd5b5f82601f8301126100c6575f5ffd5b81516001600160401b038111156100df576100df6100a3565b604051601f8201601f19908116603f011681016001600160401b038111828210171561010d5761010d6100a3565b604052818152838201602001851015610124575f5ffd5b8160208501602083015e5f918101602001919091529392505050565b5f5f60408385031215610151575f5ffd5b82516001600160401b03811115610166575f5ffd5b610172858286016100b7565b602085015190935090506001600160401b0381111561018f575f5ffd5b61019b858286016100b7565b9150509250929050565b5f81518060208401855e5f93019283525090919050565b5f6101d06101ca83866101a5565b846101a5565b949350505050565b600181811c908216806101ec57607f821691505b60208210810361020a57634e487b7160e01b5f52602260045260245ffd5b50919050565b601f82111561025757805f5260205f20601f840160051c810160208510156102355750805b601f840160051c820191505b81811015610254575f8155600101610241565b50505b505050565b81516001600160401b03811115610275576102756100a3565b6102898161028384546101d8565b84610210565b6020601f8211600181146102bb575f83156102a45750848201515b5f19600385901b1c1916600184901b178455610254565b5f84815260208120601f198516915b828110156102ea57878501518255602094850194600190920191016102ca565b508482101561030757868401515f19600387901b60f8161c191681555b50505050600190811b01905550565b60805160a05161300c6103455f395f8181610862015261097c01525f818161022601526117f6015261300c5ff3fe608060405234801561000f575f5ffd5b5060043610610115575f3560e01c80634fe02b44116100ad578063b70e36f01161007d578063f698da2511610063578063f698da2514610282578063ffa1ad741461028a578063fffcecdb146102c6575f5ffd5b8063b70e36f014610248578063d2dd71621461025b575f5ffd5b80634fe02b44146101c357806377c2afaa146101fb5780637ecebe001461020e578063b082a27414610221575f5ffd5b8063217fed4c116100e8578063217fed4c146101775780632be2a23f1461018a5780633ab82a8f1461019d57806346659179146101b0575f5ffd5b806306fdde03146101195780631647795e14610137578063195369811461015a5780632105722f14610162575b5f5ffd5b6101216102d9565b60405161012e919061271c565b60405180910390f35b61014a61014536600461274f565b610364565b604051901515815260200161012e565b6101216103ff565b6101756101703660046127d5565b61040c565b005b610175610185366004612857565b61049f565b6101756101983660046128ce565b610645565b6101756101ab366004612920565b6106b1565b6101756101be3660046128ce565b61072a565b6101ed6101d136600461274f565b600260209081525f928352604080842090915290825290205481565b60405190815260200161012e565b6101ed610209366004612997565b61085c565b6101ed61021c3660046129b2565b61088f565b6101ed7f000000000000000000000000000000000000000000000000000000000000000081565b6101756102563660046129cd565b610934565b6101ed7fffffffffffffffffffffffffffffffff0000000000000000000000000000000081565b6101ed610976565b6101216040518060400160405280600181526020017f320000000000000000000000000000000000000000000000000000000000000081525081565b6101756102d43660046128ce565b6109a5565b5f80546102e5906129e4565b80601f0160208091040260200160405190810160405280929190818152602001828054610311906129e4565b801561035c5780601f106103335761010080835404028352916020019161035c565b820191905f5260205f20905b81548152906001019060200180831161033f57829003601f168201915b505050505081565b5f7fffffffffffffffffffffffffffffffff0000000000000000000000000000000082106103b9576103b67fffffffffffffffffffffffffffffffff0000000000000000000000000000000083612a5c565b91505b5073ffffffffffffffffffffffffffffffffffffffff82165f908152600260209081526040808320600885901c8452909152902054600160ff83161b1615155b92915050565b600180546102e5906129e4565b6104357f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610b6e565b610440848484610bb5565b61046661045360408601602087016129b2565b61046060208701876129b2565b83610bc9565b610470845f610da1565b6104997f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610f31565b50505050565b6104c87f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610b6e565b6104d3848484610f3b565b6104dc84610f9a565b6105176104ef60408601602087016129b2565b6104fc60208701876129b2565b8335602085013560016105126040880188612a6f565b610ffe565b610521845f610da1565b61052e6060820182612a6f565b1590506105745761057461054860408601602087016129b2565b61055560208701876129b2565b61056184356001612ad0565b60208501355f6105126060880188612a6f565b7fffffffffffffffffffffffffffffffff0000000000000000000000000000000060a0850135108015906105cc57506105c96105b660408601602087016129b2565b6105c360208701876129b2565b306110e8565b15155b15610470576105de60208501856129b2565b6105ee60408601602087016129b2565b6040517f3321e34a00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff9283166004820152911660248201526044015b60405180910390fd5b61066e7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610b6e565b610679838383610bb5565b610683835f610da1565b6106ac7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610f31565b505050565b6106da7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610b6e565b6106e5848484610bb5565b6106f26080820182612a6f565b15905061071f5761071f61070c60408601602087016129b2565b61071960208701876129b2565b83611189565b610470846001610da1565b6107537f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610b6e565b61075c836112ee565b5f61076f60c08501356040860135612ad0565b90505f61077b8561085c565b90506107c061078d60208701876129b2565b6107b96107a06040890160208a016129b2565b6107ad60208a018a6129b2565b868a608001358761133f565b8686611493565b5f6107da6107d460408801602089016129b2565b306114f4565b905061080a6107ef60408801602089016129b2565b6107fc60208901896129b2565b858960800135868a8a6115c4565b61082561081d60408801602089016129b2565b308386611775565b610830866002610da1565b5050506106ac7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610f31565b5f6103f97f000000000000000000000000000000000000000000000000000000000000000061088a846117f3565b6118ea565b5f5f5b73ffffffffffffffffffffffffffffffffffffffff83165f9081526002602090815260408083208484529091529020546001016108d9576108d281612ae3565b9050610892565b73ffffffffffffffffffffffffffffffffffffffff83165f908152600260209081526040808320848452909152902054600882901b92505b600181161561092d5761092383612ae3565b925060011c610911565b5050919050565b61093e338261194d565b60405181815233907f1800cd2301fbc20790ed94f3d55a28ef2306a9c31cd3c72b5b71b6e4cf5c62419060200160405180910390a250565b5f6109a07f0000000000000000000000000000000000000000000000000000000000000000611a73565b905090565b6109ce7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610b6e565b6109d7836112ee565b5f6109ea60c08501356040860135612ad0565b90505f610a006107d460408701602088016129b2565b9050610b1d6040518060c00160405280876020016020810190610a2391906129b2565b73ffffffffffffffffffffffffffffffffffffffff168152602090810190610a4d908901896129b2565b73ffffffffffffffffffffffffffffffffffffffff1681526020018481526020018760a00135815260200187608001358152602001610a8b886117f3565b905260018054610a9a906129e4565b80601f0160208091040260200160405190810160405280929190818152602001828054610ac6906129e4565b8015610b115780601f10610ae857610100808354040283529160200191610b11565b820191905f5260205f20905b815481529060010190602001808311610af457829003601f168201915b50505050508686611adf565b610b38610b3060408701602088016129b2565b308385611775565b610b43856002610da1565b50506106ac7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610f31565b805c15610ba7576040517fb5dfd9e500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610bb2816001611bff565b50565b610bc0838383610f3b565b6106ac836112ee565b6060610bd86040830183612a6f565b9050604103610cb2575f8080610bf9610bf46040870187612a6f565b611c06565b6040805173ffffffffffffffffffffffffffffffffffffffff8b166024820152306044820152893560648201526020808b0135608483015260ff9590951660a482015260c481019390935260e4808401929092528051808403909201825261010490920190915290810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fd505accf000000000000000000000000000000000000000000000000000000001790529350610d7e92505050565b7f9fd5a6cf00000000000000000000000000000000000000000000000000000000833084356020860135610ce96040880188612a6f565b604051602401610cfe96959493929190612b61565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fffffffff000000000000000000000000000000000000000000000000000000009093169290921790915290505b610d99845f83610d9462086470620493e0612ad0565b611c60565b505050505050565b5f610dca610db560408501602086016129b2565b610dc560808601606087016129b2565b6114f4565b9050610deb8383610de160808301606084016129b2565b8660400135611c84565b610e19610dfe60408501602086016129b2565b610e0e60808601606087016129b2565b838660400135611775565b60c083013515610e4357610e438383610e39610100830160e084016129b2565b8660c00135611c84565b610e5360408401602085016129b2565b73ffffffffffffffffffffffffffffffffffffffff16610e7960808501606086016129b2565b73ffffffffffffffffffffffffffffffffffffffff16610e9c60208601866129b2565b73ffffffffffffffffffffffffffffffffffffffff167f5a20b2b320cf64374e77ef601810bfbd4ebf08bcf0d68fd846650e462a56771b604087013560a088013560c0890135610ef36101008b0160e08c016129b2565b6040805194855260208501939093529183015273ffffffffffffffffffffffffffffffffffffffff16606082015260800160405180910390a4505050565b610bb2815f611bff565b610f4860208401846129b2565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff16146106ac576106ac610f8a60208501856129b2565b610f938561085c565b8484611493565b8060800135421115610fe4576040517faa2fd9250000000000000000000000000000000000000000000000000000000081526080820135600482015242602482015260440161063c565b610bb2610ff460208301836129b2565b8260a0013561194d565b5f5f5f61100b8585611c06565b6040805173ffffffffffffffffffffffffffffffffffffffff8e166024820152306044820152606481018d9052608481018c90528a151560a482015260ff851660c482015260e48101849052610104808201849052825180830390910181526101249091019091526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f8fcbaf0c0000000000000000000000000000000000000000000000000000000017905292955090935091506110d98b5f83610d9462086470620493e0612ad0565b50505050505050505050505050565b6040517fdd62ed3e00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff838116600483015282811660248301525f919085169063dd62ed3e90604401602060405180830381865afa15801561115d573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906111819190612bc4565b949350505050565b6040805160e0810190915273ffffffffffffffffffffffffffffffffffffffff8416606082019081525f91908190608082016111c860208701876129b2565b73ffffffffffffffffffffffffffffffffffffffff1681526020018560200160208101906111f69190612bdb565b65ffffffffffff1681526020016112136060870160408801612bdb565b65ffffffffffff169052815230602082015260608401356040909101529050610d996e22d473030f116ddee9f6b43ac78ba35f85846112556080880188612a6f565b6040516024016112689493929190612c00565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f2b67b57000000000000000000000000000000000000000000000000000000000179052610d9462086470620493e0612ad0565b7fffffffffffffffffffffffffffffffff0000000000000000000000000000000060a0820135106113365761132660208201826129b2565b6105ee60408301602084016129b2565b610bb281610f9a565b604080517fd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8602082015273ffffffffffffffffffffffffffffffffffffffff861691810191909152306060820152608081018490525f60a0820181905260c0820184905260e08201839052908190610100016040516020818303038152906040528051906020012090508673ffffffffffffffffffffffffffffffffffffffff16633644e5156040518163ffffffff1660e01b8152600401602060405180830381865afa158015611412573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906114369190612bc4565b6040517f190100000000000000000000000000000000000000000000000000000000000060208201526022810191909152604281018290526062016040516020818303038152906040528051906020012091505095945050505050565b61149f84848484611d23565b610499576040517f0e96aab800000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff851660048201526024810184905260440161063c565b5f73ffffffffffffffffffffffffffffffffffffffff8316156115a4576040517f70a0823100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff83811660048301528416906370a0823190602401602060405180830381865afa15801561157b573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061159f9190612bc4565b6115bd565b8173ffffffffffffffffffffffffffffffffffffffff16315b9392505050565b606060418290036116a0575f5f5f6115dc8686611c06565b6040805173ffffffffffffffffffffffffffffffffffffffff8f166024820152306044820152606481018e90525f608482015260a481018d905260c481018c905260ff9490941660e4850152610104840192909252610124808401919091528151808403909101815261014490920190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fef55bec600000000000000000000000000000000000000000000000000000000179052935061176192505050565b6040517f88b7ab6300000000000000000000000000000000000000000000000000000000906116e190899030908a905f908b908b908b908b90602401612cc9565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fffffffff000000000000000000000000000000000000000000000000000000009093169290921790915290505b61176b8882611f3c565b5050505050505050565b5f8261178186866114f4565b61178b9190612a5c565b90508181146117ec576040517fb013264c00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff86166004820152602481018390526044810182905260640161063c565b5050505050565b5f7f000000000000000000000000000000000000000000000000000000000000000061182260208401846129b2565b61183260408501602086016129b2565b604085013561184760808701606088016129b2565b60808701354660a089013560c08a01356118686101008c0160e08d016129b2565b60408051602081019b909b5273ffffffffffffffffffffffffffffffffffffffff998a16908b015296881660608a0152608089019590955292861660a088015260c087019190915260e086015261010085015261012084015216610140820152610160015b604051602081830303815290604052805190602001209050919050565b5f6118f483611a73565b6040517f1901000000000000000000000000000000000000000000000000000000000000602082015260228101919091526042810183905260620160405160208183030381529060405280519060200120905092915050565b7fffffffffffffffffffffffffffffffff0000000000000000000000000000000081106119a15761199e7fffffffffffffffffffffffffffffffff0000000000000000000000000000000082612a5c565b90505b73ffffffffffffffffffffffffffffffffffffffff82165f908152600260209081526040808320600885901c8452909152902054600160ff83161b9080821615611a36576040517f2af71f1000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff851660048201526024810184905260440161063c565b73ffffffffffffffffffffffffffffffffffffffff9093165f90815260026020908152604080832060089590951c83529390529190912091179055565b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081018290527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a08201525f9060c0016118cd565b6040805160a08082018352865173ffffffffffffffffffffffffffffffffffffffff16606080840191825288850180516080808701919091529285529089015160208086019190915291890151848601528451808601909552308552518482015287015190870151919291610d99916e22d473030f116ddee9f6b43ac78ba39185918591611b6c8b611f98565b8a8a604051602401611b849796959493929190612d3d565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f137c29fe00000000000000000000000000000000000000000000000000000000179052611f3c565b80825d5050565b5f5f5f84846040818110611c1c57611c1c612df7565b919091013560f81c9050611c3360205f8789612e24565b611c3c91612e4b565b611c4a60406020888a612e24565b611c5391612e4b565b9250925092509250925092565b5f60605f5f855160208701888a88f19150611c796120b6565b905094509492505050565b60ff8316611cb857611cb3611c9f60408601602087016129b2565b611cac60208701876129b2565b84846120eb565b610499565b7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff60ff841601611d0957611cb3611cf560408601602087016129b2565b611d0260208701876129b2565b848461219d565b610499611d1c60408601602087016129b2565b83836122d2565b5f604182148015611d49575073ffffffffffffffffffffffffffffffffffffffff851615155b15611e2c575f5f5f611d5b8686611c06565b919450925090507f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a08111801590611e175750604080515f81526020810180835289905260ff851691810191909152606081018390526080810182905273ffffffffffffffffffffffffffffffffffffffff89169060019060a0016020604051602081039080840390855afa158015611df5573d5f5f3e3d5ffd5b5050506020604051035173ffffffffffffffffffffffffffffffffffffffff16145b15611e285760019350505050611181565b5050505b8473ffffffffffffffffffffffffffffffffffffffff163b5f03611e5157505f611181565b5f848484604051602401611e6793929190612e87565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0818403018152919052602080820180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f1626ba7e0000000000000000000000000000000000000000000000000000000017815282519293505f9283926208647092909184918c85fa9250601f3d1115611f03575f5191505b828015611f2f57507f1626ba7e0000000000000000000000000000000000000000000000000000000082145b9998505050505050505050565b5f80611f59848285611f5462086470620493e0612ad0565b61240b565b91509150816104995783816040517f54a3dcad00000000000000000000000000000000000000000000000000000000815260040161063c929190612ea9565b60605f826040518060c0016040528060978152602001612f7560979139604051602001611fc6929190612eee565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0818403018152828201909152601082527f546f6b656e5065726d697373696f6e73000000000000000000000000000000006020830152915061202e9084906124e3565b61207357826040518060600160405280602e8152602001612f47602e91398260405160200161205f93929190612f02565b6040516020818303038152906040526115bd565b82816040518060600160405280602e8152602001612f47602e91396040516020016120a093929190612f02565b6040516020818303038152906040529392505050565b60606102003d818111156120c75750805b6040519250808352601f19601f8201166020840101604052805f602085013e505090565b60405173ffffffffffffffffffffffffffffffffffffffff80851660248301528316604482015260648101829052610499908590608401604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f23b872dd0000000000000000000000000000000000000000000000000000000017905261261b565b73ffffffffffffffffffffffffffffffffffffffff811115612208576040517f7f1627030000000000000000000000000000000000000000000000000000000081526004810182905273ffffffffffffffffffffffffffffffffffffffff602482015260440161063c565b60405173ffffffffffffffffffffffffffffffffffffffff80851660248301528084166044830152808316606483015285166084820152610499906e22d473030f116ddee9f6b43ac78ba39060a401604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f36c7851600000000000000000000000000000000000000000000000000000000179052611f3c565b73ffffffffffffffffffffffffffffffffffffffff8316612361575f612308838360405180602001604052805f8152505a611c60565b50905080610499576040517fa5b05eec00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff841660048201526024810183905260440161063c565b60405173ffffffffffffffffffffffffffffffffffffffff83166024820152604481018290526106ac908490606401604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fa9059cbb0000000000000000000000000000000000000000000000000000000017905261261b565b5f606083515f14158015612434575073ffffffffffffffffffffffffffffffffffffffff86163b155b156124c9575f6124c0876040805173ffffffffffffffffffffffffffffffffffffffff9290921660248084019190915281518084039091018152604490920190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f674520b60000000000000000000000000000000000000000000000000000000017905290565b915091506124da565b6124d586868686611c60565b915091505b94509492505050565b5f5f82518451106124f55782516124f8565b83515b90505f5b8181101561260c5783818151811061251657612516612df7565b602001015160f81c60f81b7effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff191685828151811061255557612555612df7565b01602001517fff0000000000000000000000000000000000000000000000000000000000000016146126045783818151811061259357612593612df7565b602001015160f81c60f81b7effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff19168582815181106125d2576125d2612df7565b01602001517fff00000000000000000000000000000000000000000000000000000000000000161092506103f9915050565b6001016124fc565b50825184511091505092915050565b5f5f612629845f855a611c60565b91509150811580612641575061263f848261267c565b155b156104995783816040517f54a3dcad00000000000000000000000000000000000000000000000000000000815260040161063c929190612ea9565b5f81515f036126a5575073ffffffffffffffffffffffffffffffffffffffff82163b15156103f9565b60208251101580156115bd5750818060200190518101906126c69190612bc4565b6001149392505050565b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b602081525f6115bd60208301846126d0565b73ffffffffffffffffffffffffffffffffffffffff81168114610bb2575f5ffd5b5f5f60408385031215612760575f5ffd5b823561276b8161272e565b946020939093013593505050565b5f610100828403121561278a575f5ffd5b50919050565b5f5f83601f8401126127a0575f5ffd5b50813567ffffffffffffffff8111156127b7575f5ffd5b6020830191508360208285010111156127ce575f5ffd5b9250929050565b5f5f5f5f61014085870312156127e9575f5ffd5b6127f38686612779565b935061010085013567ffffffffffffffff81111561280f575f5ffd5b61281b87828801612790565b90945092505061012085013567ffffffffffffffff81111561283b575f5ffd5b85016060818803121561284c575f5ffd5b939692955090935050565b5f5f5f5f610140858703121561286b575f5ffd5b6128758686612779565b935061010085013567ffffffffffffffff811115612891575f5ffd5b61289d87828801612790565b90945092505061012085013567ffffffffffffffff8111156128bd575f5ffd5b85016080818803121561284c575f5ffd5b5f5f5f61012084860312156128e1575f5ffd5b6128eb8585612779565b925061010084013567ffffffffffffffff811115612907575f5ffd5b61291386828701612790565b9497909650939450505050565b5f5f5f5f6101408587031215612934575f5ffd5b61293e8686612779565b935061010085013567ffffffffffffffff81111561295a575f5ffd5b61296687828801612790565b90945092505061012085013567ffffffffffffffff811115612986575f5ffd5b850160a0818803121561284c575f5ffd5b5f61010082840312156129a8575f5ffd5b6115bd8383612779565b5f602082840312156129c2575f5ffd5b81356115bd8161272e565b5f602082840312156129dd575f5ffd5b5035919050565b600181811c908216806129f857607f821691505b60208210810361278a577f4e487b71000000000000000000000000000000000000000000000000000000005f52602260045260245ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b818103818111156103f9576103f9612a2f565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112612aa2575f5ffd5b83018035915067ffffffffffffffff821115612abc575f5ffd5b6020019150368190038213156127ce575f5ffd5b808201808211156103f9576103f9612a2f565b5f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8203612b1357612b13612a2f565b5060010190565b81835281816020850137505f602082840101525f60207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f840116840101905092915050565b73ffffffffffffffffffffffffffffffffffffffff8716815273ffffffffffffffffffffffffffffffffffffffff8616602082015284604082015283606082015260a060808201525f612bb860a083018486612b1a565b98975050505050505050565b5f60208284031215612bd4575f5ffd5b5051919050565b5f60208284031215612beb575f5ffd5b813565ffffffffffff811681146115bd575f5ffd5b73ffffffffffffffffffffffffffffffffffffffff851681525f845173ffffffffffffffffffffffffffffffffffffffff815116602084015273ffffffffffffffffffffffffffffffffffffffff602082015116604084015265ffffffffffff604082015116606084015265ffffffffffff60608201511660808401525073ffffffffffffffffffffffffffffffffffffffff60208601511660a0830152604085015160c083015261010060e0830152612cbf61010083018486612b1a565b9695505050505050565b73ffffffffffffffffffffffffffffffffffffffff8916815273ffffffffffffffffffffffffffffffffffffffff8816602082015286604082015260ff861660608201528460808201528360a082015260e060c08201525f612d2f60e083018486612b1a565b9a9950505050505050505050565b612d68818951805173ffffffffffffffffffffffffffffffffffffffff168252602090810151910152565b6020880151604082015260408801516060820152612da96080820188805173ffffffffffffffffffffffffffffffffffffffff168252602090810151910152565b73ffffffffffffffffffffffffffffffffffffffff861660c08201528460e08201526101406101008201525f612de36101408301866126d0565b828103610120840152612d2f818587612b1a565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b5f5f85851115612e32575f5ffd5b83861115612e3e575f5ffd5b5050820193919092039150565b803560208310156103f9577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff602084900360031b1b1692915050565b838152604060208201525f612ea0604083018486612b1a565b95945050505050565b73ffffffffffffffffffffffffffffffffffffffff83168152604060208201525f61118160408301846126d0565b5f81518060208401855e5f93019283525090919050565b5f611181612efc8386612ed7565b84612ed7565b5f612f0d8286612ed7565b7f207769746e6573732900000000000000000000000000000000000000000000008152612cbf612f406009830187612ed7565b85612ed756fe546f6b656e5065726d697373696f6e73286164647265737320746f6b656e2c75696e7432353620616d6f756e7429286164647265737320757365722c6164647265737320746f6b656e2c75696e7432353620616d6f756e742c6164647265737320696e74656e74416464726573732c75696e7432353620646561646c696e652c75696e7432353620636861696e49642c75696e74323536206e6f6e63652c75696e7432353620666565416d6f756e742c6164647265737320666565436f6c6c6563746f7229286164647265737320757365722c6164647265737320746f6b656e2c75696e7432353620616d6f756e742c6164647265737320696e74656e74416464726573732c75696e7432353620646561646c696e652c75696e7432353620636861696e49642c75696e74323536206e6f6e63652c75696e7432353620666565416d6f756e742c6164647265737320666565436f6c6c6563746f7229' as const
